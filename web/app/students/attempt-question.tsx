import type { AnsweredQuestion } from '@baobab/contract/students/points.ts'
import { voidSentences } from '@baobab/contract/quiz/voids.ts'
import { reasonLabels } from '../quiz/text.ts'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { attemptText as text, formatChange, formatMoment, hasWaited } from './attempt-text.ts'

type Props = { question: AnsweredQuestion; number: number; isRunning: boolean }

/** One question of a quiz: what the student saw and answered, and which key decided about the points. */
export function AttemptQuestion({ question, number, isRunning }: Props) {
  const { answer, points, regrades, report } = question
  return (
    <Card as="li" className="stack stack-3">
      <div className="row nowrap between start">
        <h3 className="attempt__h">{text.questionTitle(number, question.question)}</h3>
        <Chip kind={points > 0 ? 'ok' : 'plain'}>{formatChange(points)}</Chip>
      </div>
      <Options {...question} />
      {question.voided && <p>{voidSentences[question.voided]}</p>}
      {answer === null ? (
        <p>
          <b>{isRunning ? text.noAnswerYet : text.noAnswer}</b>
        </p>
      ) : (
        <Answer {...answer} />
      )}
      {regrades.length > 0 && (
        <ul className="stack stack-2">
          {regrades.map((regrade) => (
            <Regrade key={regrade._id} {...regrade} />
          ))}
        </ul>
      )}
      {report && <Report {...report} />}
    </Card>
  )
}

/** The options in the order the student saw them. */
function Options(question: AnsweredQuestion) {
  const { options, pictures } = question
  return (
    <ol className="attempt__o">
      {options.map((option, index) => (
        <li key={option}>
          {pictures?.[index] !== undefined && (
            <img src={pictures[index]} alt="" width={64} height={64} loading="lazy" decoding="async" />
          )}
          <span className="grow">{option}</span>
          <OptionChips option={option} {...question} />
        </li>
      ))}
    </ol>
  )
}

type OptionProps = Pick<AnsweredQuestion, 'answer' | 'correctAnswer' | 'correctAnswerThen' | 'alsoCorrect'>

function OptionChips({
  option,
  answer,
  correctAnswer,
  correctAnswerThen,
  alsoCorrect,
}: OptionProps & { option: string }) {
  const isCorrect = option === correctAnswer
  return (
    <span className="chips">
      {option === answer?.text && <Chip kind="info">{text.chosen}</Chip>}
      {isCorrect && (
        <Chip kind="ok" icon="check">
          {text.correct}
        </Chip>
      )}
      {option === alsoCorrect && <Chip kind="ok">{text.alsoCounts}</Chip>}
      {option === correctAnswerThen && !isCorrect && <Chip kind="warn">{text.correctThen}</Chip>}
    </span>
  )
}

function Answer(answer: NonNullable<AnsweredQuestion['answer']>) {
  const { isRight, wasRight, arrival, at, tapped } = answer
  return (
    <div>
      <p>
        <b>{isRight === wasRight ? (isRight ? text.right : text.wrong) : text.judgedTwice(answer)}</b>
      </p>
      <p className="small muted">{text.answered(answer)}</p>
      {hasWaited(tapped) && <p className="small">{text.tapped({ at, tapped })}</p>}
      {tapped === null && arrival !== 'usual' && <p className="small">{text.arrivals[arrival]}</p>}
    </div>
  )
}

/** A correction of the key, with the admins who made it and the points that it changed in this quiz. */
function Regrade(regrade: AnsweredQuestion['regrades'][number]) {
  const { state, proposedBy, proposedAt, decidedBy, decidedAt, points } = regrade
  const isAgreed = decidedBy !== null && decidedAt !== null
  return (
    <li className="attempt__k">
      <p>{isAgreed ? text.regrade(regrade) : text.proposal(regrade)}</p>
      <p className="small muted">
        {text.proposedBy(proposedBy, formatMoment(proposedAt))}
        {isAgreed && ` ${text.agreedBy(decidedBy, formatMoment(decidedAt))}`}
      </p>
      {isAgreed && <p>{state === 'running' && points === 0 ? text.beingApplied : text.regradedPoints(points)}</p>}
    </li>
  )
}

function Report({ reason, text: words, reportedAt, answer }: NonNullable<AnsweredQuestion['report']>) {
  return (
    <div className="attempt__k">
      <p>{text.reported(formatMoment(reportedAt), reasonLabels[reason])}</p>
      {words !== null && <p className="attempt__q">{words}</p>}
      <p className="small muted">
        {answer ? text.reportAnswered(formatMoment(answer.answeredAt), answer.text) : text.reportOpen}
      </p>
    </div>
  )
}
