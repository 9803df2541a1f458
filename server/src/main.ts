// Starts the server for units and scripts that were written for earlier releases.
await import(new URL('./main.mjs', import.meta.url).href)
