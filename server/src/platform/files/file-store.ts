// Where files live. Keys are ours ("videos/<uuid>.mp4"), never made from what a person typed.
import type { FileHandle } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'

export type ByteRange = { start: number; end: number }

export type FileStore = {
  /** Moves a finished temporary file into the store under a key; whole and durable once it resolves. */
  put(key: string, temporaryPath: string): Promise<void>
  /** The size of a stored file in bytes, or undefined where there is none. */
  size(key: string): Promise<number | undefined>
  /** Reads a file, or its bytes from `start` to `end` inclusive; undefined where there is none. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Opens a file that stands on a disk here; undefined where there is none, or the store is elsewhere. */
  open(key: string): Promise<FileHandle | undefined>
  /**
   * A URL at which anyone may fetch the file itself for so many seconds; undefined where only we can read the store.
   * It is not told whether the file is there.
   */
  link(key: string, seconds: number): Promise<string | undefined>
  /** Removes a file; one that is not there is no error. */
  remove(key: string): Promise<void>
  /** The keys of all files in a folder ("videos") and the folders in it. */
  list(folder: string): Promise<string[]>
  /** A fresh path on this machine, for a file that is still being written. One that nobody puts goes after a day. */
  temporaryPath(): Promise<string>
}

const types: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.vtt': 'text/vtt; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.csv': 'text/csv; charset=utf-8',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The content type of a key, by its ending; undefined for what we do not keep. */
export function contentTypeFor(key: string): string | undefined {
  return types[extname(key)]
}

/** The name that a browser shows for a file, and by which its content is known: a key is never used twice. */
export function fileNameFor(key: string): string {
  return key.replaceAll('/', '-')
}

const keyShape = /^[a-z]+\/[a-z0-9-]{1,100}(\/[a-z0-9-]{1,100})?\.[a-z0-9]{1,8}$/

/** Whether this is a key of ours: no path leads out of the store, and no name is too long for a disk. */
export function isFileKey(key: string): boolean {
  return keyShape.test(key)
}

/** The key itself. @throws where it is none; that is a bug of ours, not something a person did */
export function requireFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}
