import { useState } from 'react'
import { findStored } from '../browser/storage.ts'
import { Note } from '../ui/note.tsx'
import { logInNotesText } from './log-in-notes-text.ts'

/** Says what will be lost because the browser stores little or nothing. */
export function StorageNote() {
  const [stored] = useState(findStored)
  if (stored === 'all') return null
  const { forgets, allowStorage } = logInNotesText.storage
  return (
    <Note kind="warn">
      {forgets[stored]} {allowStorage}
    </Note>
  )
}
