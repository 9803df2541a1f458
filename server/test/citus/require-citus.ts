// Runs once before all tests on Citus: one line says what is missing, instead of an error for each file.
import { findCitus } from './cluster.ts'

/** Ends the run if Citus is not installed. */
export default function setup(): void {
  try {
    findCitus()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}
