import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  answerPractice,
  readDailyPractice,
  readPractice,
  type PracticeQuestion,
} from '@baobab/contract/quiz/practice.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorMessage, failureTitle } from '../api/error-message.ts'
import { apiQuery, invalidate, useApiMutation } from '../api/query.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { answerStep, startPractice } from './practice-rules.ts'
import { QuizQuestion } from './quiz-question.tsx'
import { text } from './text.ts'

export const meta = () => pageMeta(text.practice)

/** Practises the finished quiz for the video in the address, or the day's three questions. */
export default function Practice() {
  const [params] = useSearchParams()
  const title = params.get('title')
  const category = ageCategories.find((one) => one === params.get('ageCategory'))
  return title !== null && category ? (
    <QuizPractice key={title + category} quiz={{ videoTitle: title, ageCategory: category }} />
  ) : (
    <DailyPractice />
  )
}

/** Questions are loaded once per practice, because their order changes with every request. */
const once = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false } as const

type Quiz = { videoTitle: string; ageCategory: PracticeQuestion['ageCategory'] }

function QuizPractice({ quiz }: { quiz: Quiz }) {
  const query = useQuery({ ...apiQuery(readPractice, { params: quiz }), ...once })
  return (
    <QueryView
      query={query}
      heading="h1"
      failed={failureTitle(query.error, quizText.quizFailed)}
      loading={<LoadingQuestion />}
    >
      {({ questions }) => <Run title={text.practiceTitle(quiz.videoTitle)} questions={questions} />}
    </QueryView>
  )
}

function DailyPractice() {
  const query = useQuery({ ...apiQuery(readDailyPractice, {}), ...once })
  return (
    <QueryView
      query={query}
      heading="h1"
      failed={failureTitle(query.error, quizText.quizFailed)}
      loading={<LoadingQuestion />}
    >
      {(practice) => <DailyQuestions practice={practice} />}
    </QueryView>
  )
}

/** Keeps the first reply: the last answer completes the day, and its result must stay on screen. */
function DailyQuestions({ practice }: { practice: ReplyOf<typeof readDailyPractice> }) {
  const [{ questions, isDone }] = useState(practice)
  if (questions.length === 0) return <NothingYet />
  return isDone ? <DoneToday /> : <Run title={text.dailyPractice} questions={questions} />
}

function LoadingQuestion() {
  return (
    <Loading text={quizText.quizLoading}>
      <Skeleton shape="title" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
    </Loading>
  )
}

/** Asks one question after another. The server judges each answer; one that cannot be sent may be tried again. */
function Run({ title, questions }: { title: string; questions: readonly PracticeQuestion[] }) {
  const [steps, setSteps] = useState(() => startPractice(questions))
  const [index, setIndex] = useState(0)
  const [choice, setChoice] = useState<{ stepId: string; option: string }>()
  const sending = useApiMutation(answerPractice, { changes: [] })
  const step = steps[index]

  async function submit(answer: string) {
    if (!step || sending.isPending) return
    const { _id: triviaId, videoTitle, ageCategory } = step.source
    try {
      const result = await sending.mutateAsync({ params: { videoTitle, ageCategory }, body: { triviaId, answer } })
      const { correct, correctAnswer, explanation, momentSeconds } = result
      setSteps(
        answerStep(steps, index, {
          kind: 'saved',
          answer: result.answer,
          correct,
          correctAnswer,
          explanation,
          momentSeconds,
        }),
      )
    } catch {
      // The note shows the error of the mutation.
    }
  }
  function next() {
    setIndex(index + 1)
    if (index + 1 === steps.length) void invalidate(listAttempts, readDailyPractice)
  }

  if (!step)
    return (
      <Done
        onAgain={() => {
          setSteps(startPractice(questions))
          setIndex(0)
        }}
      />
    )
  return (
    <>
      {sending.error && (
        <Note kind="bad" role="alert">
          {errorMessage(sending.error)}
        </Note>
      )}
      <QuizQuestion
        title={title}
        steps={steps}
        index={index}
        step={step}
        isYoung={step.source.ageCategory === '5-10'}
        chosen={choice?.stepId === step._id ? choice.option : undefined}
        onChoose={(option) => setChoice({ stepId: step._id, option })}
        onSubmit={(option) => void submit(option)}
        onNext={next}
        exit={{ to: paths.student.trivia, label: text.leavePractice }}
        videoId={step.source.videoId}
      />
    </>
  )
}

function Done({ onAgain }: { onAgain: () => void }) {
  return (
    <Empty heading="h1" title={text.practiceDone} help={text.practiceDoneHelp}>
      <Link className={buttonClass()} to={paths.student.dashboard}>
        {text.seeDashboard}
      </Link>
      <Button kind="line" onClick={onAgain}>
        {text.practiseAgain}
      </Button>
    </Empty>
  )
}

function DoneToday() {
  return (
    <Empty heading="h1" title={text.practiceDoneToday} help={text.practiceDoneTodayHelp}>
      <Link className={buttonClass()} to={paths.student.dashboard}>
        {text.seeDashboard}
      </Link>
    </Empty>
  )
}

function NothingYet() {
  return (
    <Empty heading="h1" title={text.practiceEmpty} help={text.practiceEmptyHelp}>
      <Link className={buttonClass()} to={paths.student.trivia}>
        {text.seeAllQuizzes}
      </Link>
    </Empty>
  )
}
