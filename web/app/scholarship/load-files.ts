// Gets a draw's files for a check, from the server or from a person's saved files.
import type { DrawFiles } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { parseStampName, type SavedStamp } from '@baobab/contract/scholarship/draw/files.ts'
import type { Told } from '@baobab/contract/scholarship/draw/rules.ts'
import {
  DrawFileError,
  findFileName,
  readDrawTexts,
  type CheckedFileName,
  type DrawTexts,
} from '@baobab/contract/scholarship/draw/texts.ts'
import { listTimeStamps, readDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { callApi } from '../api/call-api.ts'
import { toVersion } from '../paths.ts'
import { text } from './text.ts'

/** Thrown if a saved file cannot be read. The message is shown to the person. */
export class UnreadableFileError extends Error {}

/** Reads the files, or throws UnreadableFileError with the name of one that cannot be read. */
function read(texts: DrawTexts, known: Parameters<typeof readDrawTexts>[1]): DrawFiles {
  try {
    return readDrawTexts(texts, known)
  } catch (error) {
    if (!(error instanceof DrawFileError)) throw error
    throw new UnreadableFileError(texts.has('list.txt') ? text.unreadable(error.file) : text.noList)
  }
}

/**
 * Downloads the files that a check needs, and the winner as the page shows it.
 * @param draw the month, and the version of its list if not the latest
 * @param told what the visitor's own message says, which no server can have changed since
 */
export async function downloadFiles(
  { month, version }: { month: string; version?: number | undefined },
  told?: Told,
): Promise<DrawFiles> {
  const { files, winner, state, version: own } = await callApi(readDraw, { params: { month }, query: { version } })
  const last = files.findLast((name) => name.startsWith('notices'))
  const names = files.flatMap((name) => {
    const known = findFileName(name)
    return known && (!name.startsWith('notices') || name === last) ? [known] : []
  })
  const entries = await Promise.all(
    names.map(async (name) => {
      const response = await fetch(`/api/scholarship/draws/${month}/files/${name}${toVersion(version)}`)
      if (!response.ok) throw new Error(`${name}: ${response.status}`)
      return [name, await response.text()] as const
    }),
  )
  const isOver = state === 'drawn' || state === 'confirmed' || state === 'ended'
  return read(new Map(entries), {
    month,
    told,
    winner: isOver ? (winner?.index ?? null) : undefined,
    // A name without a username would not be tied to any line.
    winnerName: winner && winner.name !== null ? (winner.username ?? '') : undefined,
    isWhole: true,
    stamps: await downloadStamps(month, own),
  })
}

/** Downloads the time stamps for a version of a list and for its notices. */
async function downloadStamps(month: string, version: number): Promise<SavedStamp[]> {
  const { stamps } = await callApi(listTimeStamps, { params: { month } })
  const own = stamps.filter(({ file }) => (/-v(\d+)/.exec(file)?.[1] ?? '1') === String(version))
  return Promise.all(
    own.map(async ({ name }) => {
      const response = await fetch(`/api/scholarship/draws/${month}/time-stamps/${name}`)
      if (!response.ok) throw new Error(`${name}: ${response.status}`)
      return { name, bytes: new Uint8Array(await response.arrayBuffer()) }
    }),
  )
}

/** Returns the files in a saved archive. */
async function readArchive(file: File): Promise<[string, Uint8Array][]> {
  try {
    return [...(await readZip(await file.arrayBuffer()))]
  } catch {
    throw new UnreadableFileError(text.unreadable(file.name))
  }
}

/** Reads a month's saved files, or the archive of them all. They are recognised by the end of their names, as set by the server. */
export async function readSavedFiles(month: string, saved: readonly File[], told?: Told): Promise<DrawFiles> {
  const texts = new Map<CheckedFileName, string>()
  const stamps: SavedStamp[] = []
  for (const file of saved) {
    const files = file.name.endsWith('.zip')
      ? await readArchive(file)
      : [[file.name, new Uint8Array(await file.arrayBuffer())] as const]
    for (const [savedName, bytes] of files) {
      const name = findFileName(savedName)
      if (name) texts.set(name, new TextDecoder().decode(bytes))
      if (parseStampName(savedName)) stamps.push({ name: savedName, bytes })
    }
  }
  return read(texts, { month, told, stamps })
}

// Reads a ZIP archive in the browser by its central directory (PKWARE APPNOTE 4.3.12): enough for a draw's archive

const END = 0x06_05_4b_50
const ENTRY = 0x02_01_4b_50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
/** More than a draw's files need. Without a limit, an endless archive would freeze the page. */
const MAX_BYTES = 2_000_000

/** Reads a stream to its end. @throws Error if it has more than `MAX_BYTES` */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  // Not every browser can loop over a stream.
  const reader = stream.getReader()
  let bytes = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength
    if (bytes > MAX_BYTES) throw new Error('The file is too long.')
    chunks.push(chunk.value)
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}

/** Returns the bytes of each file in an archive, by name. @throws Error if it is not a readable ZIP archive */
async function readZip(archive: ArrayBuffer): Promise<Map<string, Uint8Array>> {
  const view = new DataView(archive)
  const end = archive.byteLength - END_BYTES
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error('This is not a ZIP archive.')
  const files = new Map<string, Uint8Array>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error('The directory of the archive is broken.')
    const nameBytes = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(new Uint8Array(archive, at + ENTRY_BYTES, nameBytes))
    files.set(name, await readEntry(view, at))
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return files
}

async function readEntry(view: DataView, at: number): Promise<Uint8Array> {
  const method = view.getUint16(at + 10, true)
  const bytes = view.getUint32(at + 20, true)
  const local = view.getUint32(at + 42, true)
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const stream = new Blob([new Uint8Array(view.buffer as ArrayBuffer, start, bytes)]).stream()
  if (method === STORED) return readAll(stream)
  if (method !== DEFLATED) throw new Error('The archive is compressed in an unknown way.')
  return readAll(stream.pipeThrough(new DecompressionStream('deflate-raw')))
}
