import { useEffect } from 'react'

type WithPictures = { pictures: readonly string[] | null }

/** Loads the pictures of all questions when a quiz begins, because its clock does not wait for them. */
export function useLoadedPictures(questions: readonly WithPictures[] | undefined): void {
  const addresses = (questions ?? []).flatMap(({ pictures }) => pictures ?? []).join('\n')
  useEffect(() => {
    for (const address of addresses.split('\n').filter(Boolean)) new Image().src = address
  }, [addresses])
}
