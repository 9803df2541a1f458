// Where files live. Keys are ours ("videos/<uuid>.mp4"), never made from what a person typed.
import type { Readable } from 'node:stream'

export type ByteRange = { start: number; end: number }

export type Files = {
  /** Moves a finished temporary file into the store under a key; durable once it resolves. */
  put(key: string, temporaryPath: string): Promise<void>
  /** The size of a stored file in bytes, or undefined where there is none. */
  size(key: string): Promise<number | undefined>
  /** Reads a file, or its bytes from `start` to `end` inclusive; undefined where there is none. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removes a file; one that is not there is no error. */
  remove(key: string): Promise<void>
  /** The keys of all files in a folder ("videos"). */
  list(folder: string): Promise<string[]>
  /** A fresh path on the same disk for a file that is still being written. */
  temporaryPath(): Promise<string>
}
