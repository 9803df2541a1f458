// Gets the files of a draw for a check: from the server, or from what a person has saved.
import type { DrawFiles } from '@baobab/contract/check-draw.ts'
import { BeaconsFile, ChainFile, CommitFile, NoticesFile, ResultFile } from '@baobab/contract/draw-files.ts'
import { drawFileNames, readDraw, type DrawFileName } from '@baobab/contract/scholarship.ts'
import { callApi } from '../api/call-api.ts'
import { toVersion } from '../paths.ts'
import { readZip } from './read-zip.ts'
import { text } from './text.ts'

/** A saved file cannot be read; the message is for the person. */
export class UnreadableFileError extends Error {}

type Texts = Partial<Record<DrawFileName, string>>

/** Parses a file, or throws UnreadableFileError with its name. */
function parse<T>(texts: Texts, name: DrawFileName, schema: { parse(value: unknown): T }): T | undefined {
  const content = texts[name]
  if (content === undefined) return undefined
  try {
    return schema.parse(JSON.parse(content))
  } catch {
    throw new UnreadableFileError(text.unreadable(name))
  }
}

function toDrawFiles(texts: Texts, known: Pick<DrawFiles, 'month' | 'listHash' | 'told'>): DrawFiles {
  const list = texts['list.txt']
  if (list === undefined) throw new UnreadableFileError(text.noList)
  return {
    ...known,
    list,
    rules: texts['rules.txt'],
    commit: parse(texts, 'commit.json', CommitFile),
    chain: parse(texts, 'chain.json', ChainFile),
    beacons: parse(texts, 'beacon.json', BeaconsFile) ?? [],
    notices: parse(texts, 'notices.json', NoticesFile) ?? [],
    result: parse(texts, 'result.json', ResultFile),
  }
}

/**
 * Downloads the files that a check needs.
 * @param draw the month, and the version of its list if not the latest
 * @param told the fingerprint in the visitor's own message, which no server can have changed since
 */
export async function downloadFiles(
  { month, version }: { month: string; version?: number | undefined },
  told?: string,
): Promise<DrawFiles> {
  const { files, listHash } = await callApi(readDraw, { params: { month }, query: { version } })
  const names = files.filter((name) => !name.startsWith('board') && name !== 'claims.json')
  const entries = await Promise.all(
    names.map(async (name) => {
      const response = await fetch(`/api/scholarship/draws/${month}/files/${name}${toVersion(version)}`)
      if (!response.ok) throw new Error(`${name}: ${response.status}`)
      return [name, await response.text()] as const
    }),
  )
  return toDrawFiles(Object.fromEntries(entries), { month, listHash, told })
}

/** Browsers number a file that was saved before: list (1).txt. */
const COPY_NUMBER = / ?\(\d+\)(?=\.\w+$)/

/** Returns the texts in a saved archive. */
async function readArchive(file: File): Promise<[string, string][]> {
  try {
    return [...(await readZip(await file.arrayBuffer()))]
  } catch {
    throw new UnreadableFileError(text.unreadable(file.name))
  }
}

/** Reads files of a month that a person has saved, or the archive of all: their names end as the server named them. */
export async function readSavedFiles(month: string, saved: readonly File[], told?: string): Promise<DrawFiles> {
  const entries: [DrawFileName, string][] = []
  for (const file of saved) {
    const texts = file.name.endsWith('.zip') ? await readArchive(file) : [[file.name, await file.text()] as const]
    for (const [savedName, content] of texts) {
      const name = drawFileNames.find((known) => savedName.replace(COPY_NUMBER, '').endsWith(known))
      if (name) entries.push([name, content])
    }
  }
  return toDrawFiles(Object.fromEntries(entries), { month, told })
}
