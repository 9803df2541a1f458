// Starts the server in production. The unit names this file, because after a rollback it starts a release without main.mjs.
await import(new URL('./main.mjs', import.meta.url).href)
