import { TITLE_MAX } from '@baobab/contract/videos/rules.ts'

/** Makes a title from a file's name: 'two-buckets_one-well.mp4' -> 'Two buckets one well'. */
export function proposeTitle(fileName: string): string {
  const title = fileName
    .normalize('NFC')
    .replace(/\.[a-z0-9]{2,4}$/i, '')
    .replace(/[\s_.-]+/g, ' ')
    .trim()
  return (title.charAt(0).toLocaleUpperCase('en') + title.slice(1)).slice(0, TITLE_MAX).trim()
}
