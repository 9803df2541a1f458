import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  answerPractice,
  readDailyPractice,
  readPractice,
  readReplay,
  readToday,
  type PracticeQuestion,
} from '@baobab/contract/quiz/practice.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorMessage, failureTitle } from '../api/error-message.ts'
import { apiQuery, invalidate, useApiMutation } from '../api/query.ts'
import { celebrate } from '../celebration/celebrate.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { answerStep, describePractice, startPractice } from './practice-rules.ts'
import { QuizQuestion } from './quiz-question.tsx'
import { text } from './text.ts'

export const meta = () => pageMeta(text.practice)

/** Practises the finished quiz for the video in the address, with its own or with new questions, or the day's three questions. */
export default function Practice() {
  const [params] = useSearchParams()
  const title = params.get('title')
  const category = ageCategories.find((one) => one === params.get('ageCategory'))
  if (title === null || !category) return <DailyPractice />
  const Chosen = params.get('questions') === 'new' ? Replay : QuizPractice
  return <Chosen key={title + category} quiz={{ videoTitle: title, ageCategory: category }} />
}

/** Questions are loaded once per practice, because their order changes with every request. */
const once = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false } as const

type Quiz = { videoTitle: string; ageCategory: PracticeQuestion['ageCategory'] }

function QuizPractice({ quiz }: { quiz: Quiz }) {
  const query = useQuery({ ...apiQuery(readPractice, { params: quiz }), ...once })
  const title = text.practiceTitle(quiz.videoTitle)
  return <Questions query={query}>{({ questions }) => <Run title={title} questions={questions} />}</Questions>
}

function Replay({ quiz }: { quiz: Quiz }) {
  const query = useQuery({ ...apiQuery(readReplay, { params: quiz }), ...once })
  const title = text.replayTitle(quiz.videoTitle)
  return (
    <Questions query={query}>
      {({ questions }) => (questions.length === 0 ? <NothingYet /> : <Run title={title} questions={questions} isNew />)}
    </Questions>
  )
}

function DailyPractice() {
  const query = useQuery({ ...apiQuery(readDailyPractice, {}), ...once })
  return <Questions query={query}>{(practice) => <DailyQuestions practice={practice} />}</Questions>
}

type QuestionsProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

function Questions<Data>({ query, children }: QuestionsProps<Data>) {
  return (
    <QueryView
      query={query}
      heading="h1"
      failed={failureTitle(query.error, quizText.quizFailed)}
      loading={<LoadingQuestion />}
    >
      {children}
    </QueryView>
  )
}

/** Keeps the first reply: the last answer completes the day, and its result must stay on screen. */
function DailyQuestions({ practice }: { practice: ReplyOf<typeof readDailyPractice> }) {
  const [{ questions, isDone }] = useState(practice)
  if (questions.length === 0) return <NothingYet />
  return isDone ? <DoneToday /> : <Run title={text.dailyPractice(questions.length)} questions={questions} />
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

type RunProps = {
  title: string
  questions: readonly PracticeQuestion[]
  /** Whether the student was never asked these questions: then they do not come back on another day. */
  isNew?: boolean
}

/** Asks one question after another. The server judges each answer; one that cannot be sent may be tried again. */
function Run({ title, questions, isNew = false }: RunProps) {
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
    if (index + 1 === steps.length) void invalidate(listAttempts, readDailyPractice, readToday)
  }

  const progress = describePractice(steps, index)
  if (!step)
    return (
      <Done
        learned={progress.learned}
        count={questions.length}
        isNew={isNew}
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
        steps={progress.steps}
        index={progress.index}
        progress={text.leftToLearn(progress.left)}
        isLast={index + 1 === steps.length}
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

type DoneProps = { learned: number; count: number; isNew: boolean; onAgain: () => void }

function Done({ learned, count, isNew, onAgain }: DoneProps) {
  const streakDays = useQuery(apiQuery(listAttempts, {})).data?.streakDays
  const isAll = learned === count
  const hasLearned = learned > 0
  useEffect(() => {
    if (hasLearned) celebrate(isAll ? 'quiz' : 'done')
  }, [hasLearned, isAll])
  const streak = streakDays !== undefined && (streakDays > 1 ? text.streakGoesOn : text.streakStarts)
  const missed = isAll ? [] : [learned > 0 && text.learnedSome(learned, count), !isNew && text.hardOnesComeBack]
  return (
    <Empty
      heading="h1"
      title={isAll ? text.learnedAll : text.practiceOver}
      help={[...missed, streak].filter(Boolean).join(' ')}
    >
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
      <Link className={buttonClass()} to={paths.student.dashboard}>
        {text.seeDashboard}
      </Link>
    </Empty>
  )
}
