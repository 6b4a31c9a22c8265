"""The server beside boardgame.io: confirmed moves a second, how long they take, and memory."""
