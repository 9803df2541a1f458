import { Note } from '../ui/note.tsx'

/** The reply of a call that locked others out; `sentences` say what has ended. */
export type EndedProps = { message: string; ended: { sentences: readonly string[] } }

/** Says what a call has done and what has ended because of it. */
export function EndedNote({ message, ended }: EndedProps) {
  return (
    <Note kind="ok" role="status">
      {[message, ...ended.sentences].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Note>
  )
}
