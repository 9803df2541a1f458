import { searchQuestions, type BankQuestion } from '@baobab/contract/quiz/question-bank.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { callApi } from '../../../api/call-api.ts'
import { errorMessage } from '../../../api/error-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Note } from '../../../ui/note.tsx'
import type { QuizKey } from '../with-questions.tsx'
import { toValues, type QuestionValues } from './question-values.ts'
import { text } from './text.ts'

type Props = { isOpen: boolean; quiz: QuizKey; onClose: () => void; onUse: (values: QuestionValues) => void }

/** Finds questions in other quizzes and adds copies of them to this one. */
export function BankDialog({ isOpen, quiz, onClose, onUse }: Props) {
  return (
    <Dialog isOpen={isOpen} title={text.bankTitle} confirmLabel={text.close} onConfirm={onClose} onCancel={onClose}>
      {isOpen && <Bank quiz={quiz} onUse={onUse} />}
    </Dialog>
  )
}

function Bank({ quiz, onUse }: Pick<Props, 'quiz' | 'onUse'>) {
  const [search, setSearch] = useState('')
  const [used, setUsed] = useState<ReadonlySet<string>>(new Set())
  const found = useBank(quiz, useDeferredValue(search.trim()))
  const questions = found.data?.pages.flatMap((page) => page.questions).filter(({ _id }) => !used.has(_id)) ?? []

  function use(question: BankQuestion) {
    setUsed(new Set([...used, question._id]))
    onUse(toValues(question))
  }

  return (
    <div className="stack stack-3">
      <TextField
        label={text.bankSearch}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p className="small" role="status">
        {found.isPending ? text.bankLoading : questions.length === 0 && !found.isError && text.bankEmpty}
      </p>
      {found.isError && (
        <Note kind="bad" role="alert">
          {errorMessage(found.error, text.bankFailed)}
        </Note>
      )}
      <ul className="qbank">
        {questions.map((question) => (
          <li key={question._id} className="row between nowrap">
            <span className="clip">
              <b>{question.question}</b>
              <br />
              <span className="small">{text.bankSource(question.videoTitle, question.ageCategory)}</span>
            </span>
            <Button kind="line" size="sm" onClick={() => use(question)}>
              {text.use}
              <span className="sr">{text.useNamed(question.question)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          kind="quiet"
          busyLabel={found.isFetchingNextPage && text.bankLoading}
          onClick={() => void found.fetchNextPage()}
        >
          {text.showMore}
        </Button>
      )}
    </div>
  )
}

function useBank(quiz: QuizKey, search: string) {
  return useInfiniteQuery({
    queryKey: [searchQuestions.method, searchQuestions.path, quiz, search],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        searchQuestions,
        { query: { ...quiz, search, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
}
