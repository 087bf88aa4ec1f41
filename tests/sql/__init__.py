"""Every statement of the application, described by the database and compared with its row class."""
