import {
  deleteSavedView,
  listSavedViews,
  type SavedView,
  type SavedViewList,
  savedViewsText,
  SAVED_VIEW_NAME_MAX,
  changeSavedView,
  createSavedView,
  ViewNameForm,
} from '@baobab/contract/saved-views/endpoints.ts'
import { useId, useRef, useState, type RefObject } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { TextField } from '../../ui/fields.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { useModal } from '../../ui/use-modal.ts'
import { text } from './text.ts'
import { useSavedViews, type ViewColumns } from './use-saved-views.ts'

type Props = { list: SavedViewList; columns: ViewColumns | undefined; onClose: () => void }

/** Opens, renames and deletes a list's views, and saves what the list currently shows as a new one. */
export function ViewsDialog({ list, columns, onClose }: Props) {
  const { dialog, first } = useModal(true)
  const { query, views, present, filters, open } = useSavedViews(list, columns)
  const [titleId, saveId] = [useId(), useId()]
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className="dialog viewsd" aria-labelledby={titleId} onClose={onClose}>
      <div className="stack">
        <h2 id={titleId}>{text.title}</h2>
        <QueryView
          query={query}
          failed={savedViewsText.viewsFailed}
          heading="h3"
          loading={
            <Loading text={text.loading}>
              <RowsSkeleton rows={2} />
            </Loading>
          }
        >
          {() =>
            views.length === 0 ? (
              <p className="muted">{text.lead}</p>
            ) : (
              <ul className="viewsd__l">
                {views.map((view) => (
                  <ViewItem
                    key={view._id}
                    view={view}
                    isPresent={view === present}
                    focusAfterDelete={first}
                    onOpen={() => {
                      close()
                      open(view)
                    }}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
        <section className="stack stack-3 viewsd__s" aria-labelledby={saveId}>
          <h3 id={saveId}>{text.saveNow}</h3>
          <ViewForm present={{ list, query: filters, hiddenColumns: [...(columns?.hidden ?? [])] }} />
        </section>
        <div className="row">
          <Button kind="line" ref={first} onClick={close}>
            {text.close}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

type ItemProps = {
  view: SavedView
  isPresent: boolean
  focusAfterDelete: RefObject<HTMLButtonElement | null>
  onOpen: () => void
}

/** One view, or in its place the form for changing it, or the question whether to delete it. */
function ViewItem({ view, isPresent, focusAfterDelete, onOpen }: ItemProps) {
  const [mode, setMode] = useState<'shown' | 'changed' | 'deleted'>('shown')
  const opener = useRef<HTMLButtonElement>(null)
  const backToShown = () => {
    setMode('shown')
    // The clicked button disappears, so the focus returns to the view.
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (mode === 'changed')
    return (
      <li className="viewsd__f">
        <ViewForm view={view} onDone={backToShown} />
      </li>
    )
  if (mode === 'deleted')
    return (
      <li className="viewsd__f">
        <DeleteQuestion view={view} focusAfterDelete={focusAfterDelete} onKeep={backToShown} />
      </li>
    )
  return (
    <li>
      <button
        type="button"
        className="viewsd__o"
        ref={opener}
        aria-current={isPresent ? 'true' : undefined}
        onClick={onOpen}
      >
        <span className="grow viewsd__n">{view.name}</span>
        {view.isDefault && <Chip kind="info">{text.opensFirst}</Chip>}
      </button>
      <IconButton icon="pencil-simple" label={text.rename(view.name)} onClick={() => setMode('changed')} />
      <IconButton icon="trash" danger label={text.delete(view.name)} onClick={() => setMode('deleted')} />
    </li>
  )
}

type DeleteProps = Pick<ItemProps, 'view' | 'focusAfterDelete'> & { onKeep: () => void }

function DeleteQuestion({ view: { _id, name }, focusAfterDelete, onKeep }: DeleteProps) {
  const { mutateAsync, isPending } = useApiMutation(deleteSavedView, { changes: [listSavedViews] })

  async function confirm() {
    try {
      const { message } = await mutateAsync({ params: { viewId: _id } })
      toast(message)
      focusAfterDelete.current?.focus()
    } catch (error) {
      toast(errorMessage(error, savedViewsText.viewDeleteFailed), { kind: 'bad' })
    }
  }

  return (
    <div className="stack stack-3">
      <p>{text.deleteQuestion(name)}</p>
      <div className="row">
        <Button kind="danger" size="sm" busyLabel={isPending && text.deleting} onClick={() => void confirm()}>
          {text.deleteNow}
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that asked was replaced by the question */}
        <Button kind="line" size="sm" autoFocus onClick={onKeep}>
          {text.keep}
        </Button>
      </div>
    </div>
  )
}

type ViewFormProps =
  | { /** The view to change. */ view: SavedView; onDone: () => void; present?: never }
  | { /** What the list currently shows, to be saved as a view. */ present: Present; view?: never }
type Present = Pick<SavedView, 'list' | 'query' | 'hiddenColumns'>

function ViewForm(props: ViewFormProps) {
  const { view } = props
  const create = useApiMutation(createSavedView, { changes: [listSavedViews] })
  const change = useApiMutation(changeSavedView, { changes: [listSavedViews] })
  const { form, submit, field, failure, isSending } = useApiForm<ViewNameForm>({
    schema: ViewNameForm,
    mode: 'onSubmit',
    defaultValues: { name: view?.name ?? '', isDefault: view?.isDefault ?? false },
    failureMessage: savedViewsText.viewSaveFailed,
    async send(body) {
      const { message } = props.view
        ? await change.mutateAsync({ params: { viewId: props.view._id }, body })
        : await create.mutateAsync({ body: { ...props.present, ...body } })
      toast(message)
      if (props.view) props.onDone()
      else form.reset()
    },
  })
  return (
    <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={text.name}
        autoComplete="off"
        maxLength={SAVED_VIEW_NAME_MAX}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form takes the place of the button that was pressed
        autoFocus={view !== undefined}
        {...(view ? {} : { hint: text.isKept })}
        {...field('name')}
      />
      <Checkbox label={text.isDefault} {...field('isDefault')} />
      <FormFailureNote failure={failure} />
      <div className="row">
        <Button type="submit" size="sm" busyLabel={isSending && text.saving}>
          {view ? text.saveChanges : text.save}
        </Button>
        {props.view && (
          <Button kind="line" size="sm" onClick={props.onDone}>
            {text.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
