"""The one door to the outside: fetching checked links and delivering events."""
