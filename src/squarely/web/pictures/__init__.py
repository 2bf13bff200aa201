"""Pictures that the server draws by itself: boards for links in a chat, and icons."""
