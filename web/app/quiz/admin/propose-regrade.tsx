import { commonText } from '@baobab/contract/kernel/text.ts'
import { EXPLANATION_LENGTH, toComparisonKey } from '@baobab/contract/quiz/rules.ts'
import type { Question } from '@baobab/contract/quiz/admin.ts'
import { listRegrades, proposeRegrade } from '@baobab/contract/quiz/corrections.ts'
import { RegradeForm } from '@baobab/contract/quiz/forms.ts'
import { useNavigate } from 'react-router'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { adminPaths } from '../../admin-paths.ts'
import { BackLink } from '../../shell/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'
import type { QuizKey } from './use-questions.ts'
import { WithQuestions } from './with-questions.tsx'

type Props = { quiz: QuizKey; questionId: string; reportGroupId: string | undefined }

/** The form to correct the answer of a question that students have answered. */
export function ProposeRegrade({ quiz, questionId, reportGroupId }: Props) {
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={adminPaths.trivia(quiz.videoId, quiz.ageCategory)} label={text.questions} />
        <PageHead title={text.proposeRegrade} lead={text.proposeLead} />
      </div>
      <WithQuestions quiz={quiz}>
        {(questions) => {
          const question = questions.find(({ _id }) => _id === questionId)
          if (question) return <ProposalForm question={question} reportGroupId={reportGroupId} />
          return <Empty title={commonText.notFound} help={text.questionDeleted} />
        }}
      </WithQuestions>
    </>
  )
}

function ProposalForm({ question, reportGroupId }: { question: Question } & Pick<Props, 'reportGroupId'>) {
  const navigate = useNavigate()
  const proposing = useApiMutation(proposeRegrade, { changes: [listRegrades] })
  const { _id: triviaId, options, correctAnswer, explanation } = question
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: RegradeForm,
    mode: 'onSubmit',
    defaultValues: {
      triviaId,
      newAnswer: '',
      keepsOld: false,
      explanation: explanation ?? '',
      ...(reportGroupId && { reportGroupId }),
    },
    async send(body) {
      const { message, regradeId } = await proposing.mutateAsync({ body })
      toast(message)
      void navigate(adminPaths.regrade(regradeId), { replace: true })
    },
  })
  const others = options.filter((option) => toComparisonKey(option) !== toComparisonKey(correctAnswer))
  return (
    <form className="card stack" noValidate onSubmit={(event) => void submit(event)} aria-label={text.proposeRegrade}>
      <div className="stack stack-2 wrap-any">
        <h2 className="card__h">{question.question}</h2>
        <p>{richText(text.correctUntilNow, { answer: <b>{correctAnswer}</b> })}</p>
      </div>
      <RadioGroup
        label={text.rightAnswer}
        options={others.map((option) => ({ value: option, label: option }))}
        {...field('newAnswer')}
      />
      <Checkbox label={text.keepOldAnswer} {...form.register('keepsOld')} />
      <TextArea
        label={text.explanation}
        hint={text.newExplanationHint}
        rows={2}
        maxLength={EXPLANATION_LENGTH}
        error={form.formState.errors.explanation?.message}
        {...form.register('explanation')}
      />
      <FormFailureNote failure={failure} />
      <div>
        <Button type="submit" busyLabel={isSending && text.sendingAnswer}>
          {text.seeChanges}
        </Button>
      </div>
    </form>
  )
}
