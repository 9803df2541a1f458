import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import type { Question } from '@baobab/contract/quiz/admin.ts'
import { listRegrades, proposeRegrade } from '@baobab/contract/quiz/corrections.ts'
import { RegradeForm } from '@baobab/contract/quiz/forms.ts'
import { EXPLANATION_LENGTH } from '@baobab/contract/quiz/rules.ts'
import { regradeKinds, type Void } from '@baobab/contract/quiz/voids.ts'
import { useNavigate } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'
import { voidText } from './void-text.ts'

type Props = {
  question: Pick<Question, '_id' | 'question' | 'options' | 'correctAnswer' | 'explanation'>
  /** Who gets the points of the question if it is void now. */
  voided: Void | null
  reportGroupId: string | undefined
}

/** The form for proposing that a question gets another answer, becomes void, or counts again. */
export function ProposalForm({ question, voided, reportGroupId }: Props) {
  const navigate = useNavigate()
  const proposing = useApiMutation(proposeRegrade, { changes: [listRegrades] })
  const { _id: triviaId, options, correctAnswer, explanation } = question
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: RegradeForm,
    mode: 'onSubmit',
    defaultValues: {
      triviaId,
      kind: 'key',
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
  const kind = form.watch('kind') ?? 'key'
  // The correct answer of a void question may have been right, so it can be proposed again.
  const answers = options.filter((option) => voided || toComparisonKey(option) !== toComparisonKey(correctAnswer))
  const kinds = regradeKinds.filter((one) => one !== voided)
  const labels = voided ? { ...voidText.kinds, key: voidText.countsAgain } : voidText.kinds
  return (
    <form className="card stack" noValidate onSubmit={(event) => void submit(event)} aria-label={text.proposeRegrade}>
      <div className="stack stack-2 wrap-any">
        <h2 className="card__h">{voided ? voidText.isVoidNow : question.question}</h2>
        {voided && <p>{voidText.countAgainLead}</p>}
        <p>{richText(voided ? voidText.lastAnswer : text.correctUntilNow, { answer: <b>{correctAnswer}</b> })}</p>
      </div>
      <RadioGroup
        label={voided ? voidText.whatHappens : voidText.whatIsWrong}
        options={kinds.map((one) => ({ value: one, label: labels[one] }))}
        {...field('kind')}
      />
      {kind === 'key' ? (
        <>
          <RadioGroup
            label={text.rightAnswer}
            options={answers.map((option) => ({ value: option, label: option }))}
            {...field('newAnswer')}
          />
          <Checkbox label={voided ? voidText.oldCountsToo : text.keepOldAnswer} {...form.register('keepsOld')} />
          <TextArea
            label={text.explanation}
            hint={text.newExplanationHint}
            rows={2}
            maxLength={EXPLANATION_LENGTH}
            error={form.formState.errors.explanation?.message}
            {...form.register('explanation')}
          />
        </>
      ) : (
        <p className="hint">
          {voidText.effects[kind]} {voidText.canBeUndone}
        </p>
      )}
      <FormFailureNote failure={failure} />
      <div>
        <Button type="submit" busyLabel={isSending && text.sendingAnswer}>
          {text.seeChanges}
        </Button>
      </div>
    </form>
  )
}
