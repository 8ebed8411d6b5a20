import { exampleId } from '../../entities/ids.ts'
import { Label } from '../../entities/label.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { filtersOf } from '../../kernel/read/columns.ts'

const labelView = viewOf(Label, ['id', 'name', 'colour', 'scope', 'versioned'])

const labels = collection(Label, {
  noun: ['label', 'labels'],
  shows: labelView,
  filters: filtersOf(Label, ['name', 'scope', 'createdAt']),
  sort: ['name', 'createdAt'],
})

export default {
  listLabels: operation('GET /labels', 'ReadLabels', labels.list),
  searchLabels: operation('POST /labels/search', 'SearchLabels', labels.search),

  createLabel: operation('POST /labels', 'CreateLabels', {
    summary: 'Create a label, for one kind of thing or for all',
    body: bodyOf(Label, ['name', 'colour', 'scope']),
    shows: labelView,
    refuses: ['ALREADY_EXISTS'],
    locate: () => '/labels',
  }).handle(async ({ unit, body }) => unit.add(Label, { colour: null, scope: null, ...body })),

  deleteLabel: operation('DELETE /labels/{id}', 'DeleteLabels', {
    inPath: { id: exampleId('Label', 'attached') },
    names: { entity: Label },
    summary: 'Delete a label that is on nothing any more',
    refuses: ['IN_USE'],
  }).handle(async ({ unit, params }) => unit.remove(await unit.load(Label, params.id))),
} satisfies Room
