// Gets the files of a draw for a check: from the server, or from what a person has saved.
import type { DrawFiles } from '@baobab/contract/scholarship/draw/check-draw.ts'
import type { Told } from '@baobab/contract/scholarship/draw/rules.ts'
import {
  DrawFileError,
  findFileName,
  readDrawTexts,
  type CheckedFileName,
  type DrawTexts,
} from '@baobab/contract/scholarship/draw/texts.ts'
import { listTimeStamps, readDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { parseStampName, type SavedStamp } from '@baobab/contract/scholarship/draw/files.ts'
import { callApi } from '../api/call-api.ts'
import { toVersion } from '../paths.ts'
import { readZip } from './read-zip.ts'
import { text } from './text.ts'

/** A saved file cannot be read; the message is for the person. */
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
    // A name without the username would be bound to no line.
    winnerName: winner && winner.name !== null ? (winner.username ?? '') : undefined,
    isWhole: true,
    stamps: await downloadStamps(month, own),
  })
}

/** Downloads the time stamps of a version of a list and of its notices. */
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

/** Reads files of a month that a person has saved, or the archive of all: their names end as the server named them. */
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
