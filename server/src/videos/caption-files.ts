// Where the keys of a video's captions are in its row: English ones in `captions`, all others in `otherCaptions`. Pure.
import { languages, type Language } from '@baobab/contract/kernel/languages.ts'
import type { VideoRow } from './tables.ts'

type CaptionsColumns = Pick<VideoRow, 'captions' | 'otherCaptions'>

/**
 * Returns the key of new captions. `id` is a new UUID. Only English ones are in the folder `captions`: when servers of earlier
 * releases start, they delete every file in it that is not in the `captions` column of a video.
 */
export function toCaptionsKey(language: Language, id: string): string {
  return `${language === 'en' ? 'captions' : 'subtitles'}/${id}.vtt`
}

/** Returns the key of the captions in a language; null if there are none. */
export function findCaptionsKey({ captions, otherCaptions }: CaptionsColumns, language: Language): string | null {
  return language === 'en' ? captions : (otherCaptions[language] ?? null)
}

/** Returns the columns of a video after its captions in a language were replaced, or removed if the key is null. */
export function replaceCaptionsKey(
  { captions, otherCaptions }: CaptionsColumns,
  language: Language,
  key: string | null,
): CaptionsColumns {
  if (language === 'en') return { captions: key, otherCaptions }
  const { [language]: _replaced, ...others } = otherCaptions
  return { captions, otherCaptions: key === null ? others : { ...others, [language]: key } }
}

/** Returns the captions in other languages than English, in the order of the languages. */
export function listOtherCaptions({
  otherCaptions,
}: Pick<VideoRow, 'otherCaptions'>): { language: Language; key: string }[] {
  return languages.flatMap((language) => {
    const key = language === 'en' ? undefined : otherCaptions[language]
    return key === undefined ? [] : [{ language, key }]
  })
}
