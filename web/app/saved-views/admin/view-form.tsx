import {
  SAVED_VIEW_NAME_MAX,
  changeSavedView,
  createSavedView,
  listSavedViews,
  type SavedView,
  ViewNameForm,
  savedViewsText,
} from '@baobab/contract/saved-views/endpoints.ts'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'

type Props =
  | { /** The view to change. */ view: SavedView; onDone: () => void; present?: never }
  | { /** What the list shows now, to be saved as a view. */ present: Present; view?: never }
type Present = Pick<SavedView, 'list' | 'query' | 'hiddenColumns'>

export function ViewForm(props: Props) {
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
        {...(view ? {} : { hint: text.notKept })}
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
