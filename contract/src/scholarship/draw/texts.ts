// Reads the files of a draw from their texts, whether a browser downloaded them or a person saved them.
import type { DrawFiles } from './check-draw.ts'
import { BeaconsFile, ChainFile, CommitFile, NoticesFile, OpeningFile, ResultFile } from './files.ts'

/** Why a time stamp proves nothing. */
export const timeStampFaults = {
  refused: 'The authority did not give a time stamp.',
  unreadable: 'This is not a time stamp.',
  otherFile: 'The time stamp is for another file.',
  otherRequest: 'The time stamp belongs to another request.',
  noCertificate: 'The time stamp has no certificate that shows who signed it.',
  notForTimeStamps: 'The certificate in the time stamp is not meant for time stamps.',
  expired: 'The certificate was not valid when the time stamp was made.',
  unknownSignature: 'The time stamp is signed in a way that this check does not know. Check it with openssl.',
  falseSignature: 'The signature of the time stamp is wrong.',
} as const
export type TimeStampFault = keyof typeof timeStampFaults

export const timeStampText = {
  /** @param at a time in words */
  proved: (authority: string, at: string) => `“${authority}” has signed that this file existed at ${at}.`,
  /** What a check cannot prove without a list of trusted authorities. */
  notProved:
    'This check cannot tell which authorities to trust. Anybody can make a certificate with any name, so compare its code with the one that the authority publishes.',
} as const

const names = [
  'list.txt',
  'rules.txt',
  'commit.json',
  'chain.json',
  'beacon.json',
  'result.json',
  'opening.json',
  'board-5-10.csv',
  'board-11-20.csv',
] as const

/** The names of the files that a check reads; the notices have a file for each of their states. */
export type CheckedFileName = (typeof names)[number] | 'notices.json' | `notices-${number}.json`

/** Thrown if a file cannot be read or the list is missing. */
export class DrawFileError extends Error {
  readonly file: string
  constructor(file: string) {
    super(`${file} cannot be read, or it is not a draw file.`)
    this.file = file
  }
}

/** Browsers add a number to a file that was saved before: list (1).txt. */
const COPY_NUMBER = / ?\(\d+\)(?=\.\w+$)/

/** Returns which file of a draw a saved file is: its name ends with the server's name for it. */
export function findFileName(savedName: string): CheckedFileName | undefined {
  const name = savedName.replace(COPY_NUMBER, '')
  const [notices] = /notices(-\d{1,4})?\.json$/.exec(name) ?? []
  return (notices as CheckedFileName | undefined) ?? names.find((known) => name.endsWith(known))
}

export type DrawTexts = ReadonlyMap<CheckedFileName, string>

/** Returns the text of the latest notices that were saved. */
function findNotices(texts: DrawTexts): [name: string, text: string] | undefined {
  const toNumber = (name: string) => Number(/\d+/.exec(name)?.[0] ?? -1)
  return [...texts]
    .filter(([name]) => name.startsWith('notices'))
    .toSorted(([one], [other]) => toNumber(one) - toNumber(other))
    .at(-1)
}

/** Parses a file. @throws DrawFileError with its name */
function parse<T>(name: string, text: string | undefined, schema: { parse(value: unknown): T }): T | undefined {
  if (text === undefined) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new DrawFileError(name)
  }
}

/**
 * Reads the files of a draw.
 * @param known what else is known about it
 * @throws DrawFileError if the list is missing or a file cannot be read
 */
export function readDrawTexts(
  texts: DrawTexts,
  known: Pick<DrawFiles, 'month' | 'told' | 'winner' | 'winnerName' | 'stamps' | 'isWhole'>,
): DrawFiles {
  const list = texts.get('list.txt')
  if (list === undefined) throw new DrawFileError('list.txt')
  const read = <T>(name: CheckedFileName, schema: { parse(value: unknown): T }) => parse(name, texts.get(name), schema)
  const boards = { '5-10': texts.get('board-5-10.csv'), '11-20': texts.get('board-11-20.csv') }
  const hasBoards = Object.values(boards).some((board) => board !== undefined)
  const [noticesName = '', notices] = findNotices(texts) ?? []
  return {
    ...known,
    list,
    rules: texts.get('rules.txt'),
    ...(hasBoards && { boards }),
    commit: read('commit.json', CommitFile),
    chain: read('chain.json', ChainFile),
    beacons: read('beacon.json', BeaconsFile) ?? [],
    notices: parse(noticesName, notices, NoticesFile) ?? [],
    result: read('result.json', ResultFile),
    opening: read('opening.json', OpeningFile),
  }
}
