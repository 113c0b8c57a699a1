-- The words that the index of this engine holds, in their order: what a beginning may go on to. PostgreSQL's index tells
-- beginnings by itself. It keeps nothing: FTS5 reads its own index.
create virtual table search_items_terms using fts5vocab(search_items, row);
