-- Which items of the search index changed, the last few thousand: what a process holds of the index in memory is told by
-- them. The table that FTS5 keeps its texts in is written whenever the index is, by whatever version of the program.
create table search_items_changes (
    id integer primary key,
    item_id integer not null
);
create trigger search_items_written after insert on search_items_content begin
    insert into search_items_changes (item_id) values (new.id);
    delete from search_items_changes where id <= (select max(id) from search_items_changes) - 4096;
end;
create trigger search_items_removed after delete on search_items_content begin
    insert into search_items_changes (item_id) values (old.id);
    delete from search_items_changes where id <= (select max(id) from search_items_changes) - 4096;
end;
