/** A time stamp as its authority sent it, under the name that it was saved by. */
export type SavedStamp = { name: string; bytes: Uint8Array }

/** What a time stamp is of: the list, or the notices up to the one with this number, from 0. */
export type Stamped = { file: string; last: number | undefined; authority: string }

const pattern =
  /((?:list|notices)(?:-v\d{1,2})?(?:-(\d{1,4}))?\.(?:txt|json))\.([a-z0-9.-]{1,253}?)(?: ?\(\d+\))?\.tsr$/

/** Reads the name of a saved time stamp, such as `list.txt.timestamp.example.tsr`. @returns undefined for another name */
export function parseStampName(name: string): Stamped | undefined {
  const [, file, last, authority] = pattern.exec(name) ?? []
  if (file === undefined || authority === undefined || file.startsWith('list') !== (last === undefined))
    return undefined
  return { file, last: last === undefined ? undefined : Number(last), authority }
}
