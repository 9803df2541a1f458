// Runs once before all tests on Citus.
import { findCitus } from './cluster.ts'

/** Fails the run with one error, instead of one for each file, if Citus is not installed. */
export default function setup(): void {
  findCitus()
}
