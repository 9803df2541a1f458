import {
  addSavedAnswer,
  changeSavedAnswer,
  deleteSavedAnswer,
  listSavedAnswers,
  type SavedAnswer,
  SavedAnswerForm,
} from '@baobab/contract/contact/endpoints.ts'
import { placeholders, writePlaceholder } from '@baobab/contract/contact/placeholders.ts'
import { contactAdminText, MESSAGE_MAX } from '@baobab/contract/contact/text.ts'
import { TITLE_MAX } from '@baobab/contract/videos/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPaths } from '../../admin-paths.ts'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { BackLink } from '../../shell/page-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'

const changes = [listSavedAnswers]

/** Answers that admins use repeatedly, which they can add, change and delete here. */
export function SavedAnswersPage() {
  const list = useQuery(apiQuery(listSavedAnswers, {}))
  const [changing, setChanging] = useState<SavedAnswer>()
  const [removing, setRemoving] = useState<SavedAnswer>()
  return (
    <>
      <BackLink to={adminPaths.messages} label={text.backToMessages} />
      <PageHead title={text.savedAnswers} lead={text.noSavedHelp} />
      <div className="grid split split--top">
        <SavedAnswerEditor key={changing?._id ?? 'new'} changing={changing} onDone={() => setChanging(undefined)} />
        <QueryView
          query={list}
          failed={contactAdminText.savedAnswersFailed}
          loading={
            <Loading text={contactAdminText.savedAnswersLoading}>
              <RowsSkeleton rows={4} />
            </Loading>
          }
        >
          {({ savedAnswers }) =>
            savedAnswers.length === 0 ? (
              <Empty title={text.noSaved} help={text.noSavedHelp} />
            ) : (
              <Card flush as="div">
                <ul className="inbox__rows">
                  {savedAnswers.map((answer) => (
                    <Row
                      key={answer._id}
                      answer={answer}
                      onChange={() => setChanging(answer)}
                      onRemove={() => setRemoving(answer)}
                    />
                  ))}
                </ul>
              </Card>
            )
          }
        </QueryView>
      </div>
      <RemoveDialog answer={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

type RowProps = { answer: SavedAnswer; onChange: () => void; onRemove: () => void }

function Row({ answer: { title, text: content }, onChange, onRemove }: RowProps) {
  return (
    <li className="inbox__saved">
      <b className="inbox__from">{title}</b>
      <p className="inbox__x muted small">{content}</p>
      <div className="row">
        <Button kind="quiet" size="sm" aria-label={text.changeThis(title)} onClick={onChange}>
          {text.change}
        </Button>
        <Button kind="quiet" size="sm" aria-label={text.removeThis(title)} onClick={onRemove}>
          {text.remove}
        </Button>
      </div>
    </li>
  )
}

type EditorProps = { changing: SavedAnswer | undefined; onDone: () => void }

/** Adds an answer, or changes one. */
function SavedAnswerEditor({ changing, onDone }: EditorProps) {
  const adding = useApiMutation(addSavedAnswer, { changes })
  const changingOne = useApiMutation(changeSavedAnswer, { changes })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: SavedAnswerForm,
    mode: 'onSubmit',
    defaultValues: { title: changing?.title ?? '', text: changing?.text ?? '' },
    async send(body) {
      const { message } = changing
        ? await changingOne.mutateAsync({ params: { answerId: changing._id }, body })
        : await adding.mutateAsync({ body })
      toast(message)
      form.reset({ title: '', text: '' })
      onDone()
    },
  })
  const title = changing ? text.changeSaved : text.newSaved
  return (
    <form className="card stack" noValidate aria-label={title} onSubmit={(event) => void submit(event)}>
      <h2 className="card__h">{title}</h2>
      <TextField label={text.savedName} maxLength={TITLE_MAX} {...field('title')} />
      <TextArea label={text.savedText} rows={8} maxLength={MESSAGE_MAX} {...field('text')} />
      <PlaceholderButtons onInsert={(written) => form.setValue('text', form.getValues('text') + written)} />
      <FormFailureNote failure={failure} />
      <div className="row">
        <Button type="submit" busyLabel={isSending && text.saving}>
          {text.saveAnswer}
        </Button>
        {changing && (
          <Button kind="line" onClick={onDone}>
            {text.cancelChange}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Buttons that add a placeholder, such as the first name, at the end of the text. It is filled in for each message. */
function PlaceholderButtons({ onInsert }: { onInsert: (written: string) => void }) {
  return (
    <div className="stack stack-2">
      <p className="small muted">{text.insertPlaceholder}</p>
      <div className="row">
        {placeholders.map(writePlaceholder).map((written) => (
          <Button key={written} kind="line" size="sm" onClick={() => onInsert(written)}>
            {written}
          </Button>
        ))}
      </div>
    </div>
  )
}

type RemoveProps = { answer: SavedAnswer | undefined; onClose: () => void }

function RemoveDialog({ answer, onClose }: RemoveProps) {
  const deletion = useApiMutation(deleteSavedAnswer, { changes })
  async function remove(answerId: string) {
    try {
      toast((await deletion.mutateAsync({ params: { answerId } })).message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
    onClose()
  }
  return (
    <Dialog
      isOpen={answer !== undefined}
      title={text.removeQuestion(answer?.title ?? '')}
      confirmLabel={text.remove}
      busyLabel={deletion.isPending && text.deleting}
      isDangerous
      onCancel={onClose}
      onConfirm={() => answer && void remove(answer._id)}
    >
      {text.removeEffect}
    </Dialog>
  )
}
