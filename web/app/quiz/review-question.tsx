import type { Review } from '@baobab/contract/quiz/endpoints.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { type Void, voidSentences } from '@baobab/contract/quiz/voids.ts'
import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDate } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { richText } from '../ui/rich-text.tsx'
import { MomentLink } from './quiz-dock.tsx'
import { text } from './text.ts'

type Props = {
  question: Review['questions'][number]
  number: number
  /** Links to the answer's moment on this video's page; undefined for admins. */
  videoId?: string
  /** Shown below the answers. */
  children?: ReactNode
}

/** Shows a reviewed question with its correct answer and the student's answer. */
export function ReviewQuestion({ question, number, videoId, children }: Props) {
  const { correct, voided } = question
  return (
    <Card as="li" className="review__q stack stack-3">
      <div className="row nowrap start">
        <span className={correct ? 'review__i review__i--ok' : 'review__i'}>
          <Icon name={outcomeIcon(question)} size="lg" />
        </span>
        <div className="stack stack-2 grow">
          <h2>{text.questionTitle(number, question.question)}</h2>
          {voided ? (
            <VoidOutcome voided={voided} answer={question.answer} />
          ) : (
            <Outcome question={question} videoId={videoId} />
          )}
        </div>
        <Chip kind={correct ? 'ok' : 'plain'}>{describePoints(question)}</Chip>
      </div>
      {children}
    </Card>
  )
}

function describePoints({ correct, voided }: Props['question']): string {
  if (correct) return `+${POINTS_PER_ANSWER}`
  return voided === 'none' ? text.notCounted : '0'
}

type OutcomeProps = Pick<Props, 'question'> & { videoId: string | undefined }

function Outcome({ question, videoId }: OutcomeProps) {
  const { correct, answer, correctAnswer, explanation, momentSeconds, correctPicture, answerPicture } = question
  return (
    <>
      <p className="muted">{richText(text.correctAnswer, { answer: <b>{correctAnswer}</b> })}</p>
      <Correction question={question} />
      {answer === null ? (
        <p className="small muted">{text.notAnswered}</p>
      ) : (
        <p className={correct ? 'small review__own review__own--ok' : 'small review__own'}>
          {correct ? text.choseCorrect(answer) : text.choseIncorrect(answer)}
        </p>
      )}
      {correctPicture !== null && (
        <div className="review__pics">
          <Picture src={correctPicture} caption={correctAnswer} />
          {answerPicture !== null && answer !== null && answer !== correctAnswer && (
            <Picture src={answerPicture} caption={answer} />
          )}
        </div>
      )}
      {explanation !== null && <p>{explanation}</p>}
      <MomentLink videoId={videoId} seconds={momentSeconds} />
    </>
  )
}

/** Says that a question is void. Its answer and explanation are not shown, because they may be what was wrong with it. */
function VoidOutcome({ voided, answer }: { voided: Void; answer: string | null }) {
  return (
    <>
      <p>{voidSentences[voided]}</p>
      <p className="small muted">{answer === null ? text.notAnswered : text.chose(answer)}</p>
    </>
  )
}

function Picture({ src, caption }: { src: string; caption: string }) {
  return (
    <figure>
      <img src={src} alt="" width={96} height={96} loading="lazy" decoding="async" />
      <figcaption className="small muted">{caption}</figcaption>
    </figure>
  )
}

/** Says that the correct answer was changed after the quiz, or that two answers count. */
function Correction({ question: { correctAnswer, alsoCorrect, corrected } }: Pick<Props, 'question'>) {
  const counting = { answer: <b>{correctAnswer}</b>, other: <b>{alsoCorrect}</b> }
  return (
    <>
      {corrected && (
        <p className="small">
          {richText(text.answerCorrected, {
            date: formatDate(new Date(corrected.at)),
            answer: <b>{corrected.from}</b>,
          })}
        </p>
      )}
      {alsoCorrect !== null && <p className="small">{richText(text.twoAnswersCount, counting)}</p>}
    </>
  )
}

function outcomeIcon({ correct, answer, voided }: Props['question']) {
  if (correct) return 'check-circle'
  if (voided) return 'warning-circle'
  return answer === null ? 'timer' : 'x-circle'
}
