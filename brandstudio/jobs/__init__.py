"""Work as a value: accepting it, holding it under a lease, ending it well or badly."""
