import { z } from 'zod'
import { targetTypes } from '../../domain/system/target.ts'
import { Label } from '../../entities/label.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id, name, showVersioned, versionedView } from '../../kernel/read/fields.ts'
import { exact, instants, text } from '../../kernel/read/filter.ts'

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'As #1f6feb')
  .meta({ example: '#1f6feb' })

const LabelView = z
  .object({
    id: id('Label'),
    name: name(),
    colour: z.string().nullable(),
    scope: z.enum(targetTypes).nullable(),
    ...versionedView,
  })
  .meta({ id: 'Label' })

const show = (label: Label): z.output<typeof LabelView> => ({
  id: label.id,
  name: label.name,
  colour: label.colour ?? null,
  scope: label.scope ?? null,
  ...showVersioned(label),
})

const labels = collection(Label, {
  noun: ['label', 'labels'],
  view: LabelView,
  show,
  filters: { name: text(), scope: exact(z.enum(targetTypes)), createdAt: instants() },
  sort: ['name', 'createdAt'],
})

export default {
  listLabels: operation('GET /labels', 'ReadLabels', labels.list),
  searchLabels: operation('POST /labels/search', 'SearchLabels', labels.search),

  createLabel: operation('POST /labels', 'CreateLabels', {
    summary: 'Add a label to those in use, for one kind of thing or for all',
    body: z.strictObject({
      name: name(),
      colour: colour.optional(),
      scope: z.enum(targetTypes).optional(),
    }),
    returns: LabelView,
    shows: show,
    refuses: ['ALREADY_EXISTS'],
    locate: () => '/labels',
  }).handle(async ({ unit, body: { name: called, colour: shade, scope } }) =>
    unit.add(Label, { name: called, colour: shade ?? null, scope: scope ?? null }),
  ),

  deleteLabel: operation('DELETE /labels/{id}', 'DeleteLabels', {
    summary: 'Delete a label that is on nothing any more',
    refuses: ['IN_USE'],
  }).handle(async ({ unit, params }) => unit.remove(await unit.load(Label, params.id))),
} satisfies Room
