// Starts the server process with its settings from the environment.
import { createClock } from './platform/clock.ts'
import { runServer } from './run-server.ts'

runServer({ settings: process.env, clock: createClock() })
