import type { Review } from '@baobab/contract/quiz/endpoints.ts'
import { useState } from 'react'
import { useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { drawShareCard } from './share-card.ts'
import { text } from './text.ts'

const FILE_NAME = 'baobab-result.png'

/** Shares a picture of the result, or downloads it where the browser cannot share files. Not for ages 5 to 10. */
export function ShareResult({ review }: { review: Review }) {
  const username = useStudentSession()?.username ?? ''
  const isOldEnough = useAgeCategory() === '11-20'
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  if (!isOldEnough) return null

  async function share() {
    setState('busy')
    try {
      await shareOrSave(await drawShareCard({ review, username }))
      setState('idle')
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <Button kind="line" busyLabel={state === 'busy' && text.sharing} onClick={() => void share()}>
        {text.share}
      </Button>
      {state === 'failed' && (
        <p className="result__note" role="alert">
          {text.shareFailed}
        </p>
      )}
    </>
  )
}

/** Opens the phone's own sharing with only the picture: no text, no link. */
async function shareOrSave(picture: Blob): Promise<void> {
  const files = [new File([picture], FILE_NAME, { type: picture.type })]
  // Old browsers have neither function.
  if (!('canShare' in navigator) || !navigator.canShare({ files })) {
    saveFile(FILE_NAME, picture.type, picture)
    return
  }
  try {
    await navigator.share({ files })
  } catch (error) {
    // The student closed the phone's sharing.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
