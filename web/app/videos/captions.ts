// The captions of a video in several languages.
import { languages, type Language } from '@baobab/contract/kernel/languages.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'

/** The captions of a video in one language. */
export type Captions = { language: Language; url: string }

/** Returns the captions of a video in the order of the languages, English first. */
export function listCaptions({
  captionsUrl,
  otherCaptions = [],
}: Pick<Video, 'captionsUrl' | 'otherCaptions'>): Captions[] {
  const all = captionsUrl === null ? otherCaptions : [{ language: 'en' as const, url: captionsUrl }, ...otherCaptions]
  return languages.flatMap((language) => all.find((one) => one.language === language) ?? [])
}

/**
 * Returns the captions in the first preferred language that has any, otherwise in English, otherwise the first; undefined
 * if there are no captions.
 * @param wishes language tags such as 'ha-NG', the most preferred first
 */
export function chooseCaptions(
  captions: readonly Captions[],
  wishes: readonly (string | null)[],
): Captions | undefined {
  for (const wish of wishes) {
    const [code] = wish?.toLowerCase().split('-') ?? []
    const found = captions.find(({ language }) => language === code)
    if (found) return found
  }
  return captions.find(({ language }) => language === 'en') ?? captions[0]
}
