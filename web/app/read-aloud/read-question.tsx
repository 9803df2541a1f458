import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { Icon } from '../ui/icon.tsx'
import { listSentences } from './sentences.ts'
import { text } from './text.ts'
import type { Reading } from './read-marked.ts'
import { useReader } from './use-reader.ts'
import { useReadingMode } from './use-reading-mode.ts'

type Props = {
  /** The element around the question, its options and its outcome. */
  root: RefObject<HTMLElement | null>
  questionId: string
  /** Whether the outcome is shown. */
  isAnswered: boolean
}

/**
 * The button that reads a question and its answers. In a student's reading mode each question is read when it appears, and then its outcome,
 * until the student stops it.
 */
export function ReadQuestion({ root, questionId, isAnswered }: Props) {
  const reader = useReader()
  const { isOn } = useReadingMode()
  const [isStopped, setStopped] = useState(false)
  const hasVoice = reader !== undefined
  const read = useEffectEvent(() => {
    reader?.stop()
    if (root.current && isOn && !isStopped)
      reader?.read(isAnswered ? listOutcome(root.current) : listQuestion(root.current))
  })
  useEffect(() => read(), [questionId, isAnswered, hasVoice, isOn])
  if (!reader) return null

  function handleClick() {
    setStopped(reader?.isReading === true)
    if (reader?.isReading) reader.stop()
    else if (root.current) reader?.read([...listQuestion(root.current), ...listOutcome(root.current)])
  }
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={reader.isReading ? text.stop : text.readQuestion}
      onClick={handleClick}
    >
      <Icon name={reader.isReading ? 'pause' : 'user-sound'} />
    </button>
  )
}

/** The button that reads one answer. */
export function ReadOption({
  root,
  index,
  letter,
}: {
  root: RefObject<HTMLElement | null>
  index: number
  letter: string
}) {
  const reader = useReader()
  if (!reader) return null
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={text.readOption(letter)}
      onClick={() => root.current && reader.read(listOption(root.current, index))}
    >
      <Icon name="user-sound" />
    </button>
  )
}

const read = (element: Element | null | undefined): Reading => (element ? listSentences(element) : [])

/** The question, then each answer after its letter. */
function listQuestion(root: HTMLElement): Reading {
  const options = [...root.querySelectorAll('.qopt')]
  return [...read(root.querySelector('.qtext')), ...options.flatMap((_, index) => listOption(root, index))]
}

function listOption(root: HTMLElement, index: number): Reading {
  const option = root.querySelectorAll('.qopt')[index]
  const letter = option?.querySelector('.k')?.textContent
  return read(option).map((sentence, at) => (at === 0 && letter ? { ...sentence, prefix: `${letter}.` } : sentence))
}

function listOutcome(root: HTMLElement): Reading {
  return read(root.querySelector('.dock [role="status"]'))
}
