import { z } from 'zod'
import { addLabel, refuseOther } from '../activities/system/add-label.ts'
import { exampleId } from '../entities/ids.ts'
import { Label, LabelAssignment } from '../entities/label.ts'
import type { Behaviour, BehaviourOfRow } from '../kernel/http/operation.ts'
import { bodyOf } from '../kernel/read/body.ts'
import { collection } from '../kernel/read/collection.ts'
import { filled } from '../kernel/read/fields.ts'
import { viewOf } from '../kernel/read/view.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { beneath, exampleSortOf, tableOfOwner, typeOf, underOwner, type Owner } from './owners.ts'

const assignmentView = viewOf(
  LabelAssignment,
  ['id', 'labelId', 'targetType', 'targetId', 'createdBy', 'versioned'],
  {
    more: {
      name: filled(),
      colour: z.string().nullable().meta({ example: '#1f6feb' }),
    },
    facts: wordsOf,
    show: ({ labelId }, words: Map<string, Label>) => ({
      name: words.get(labelId)?.name ?? labelId,
      colour: words.get(labelId)?.colour ?? null,
    }),
  },
)
type AssignmentView = z.output<typeof assignmentView.schema>

/** The words of all labels of a page at once. */
async function wordsOf(unit: Unit, rows: readonly LabelAssignment[]): Promise<Map<string, Label>> {
  const ids = [...new Set(rows.map(({ labelId }) => labelId))]
  if (ids.length === 0) return new Map()
  return new Map((await unit.all(Label, { id: ids })).map((label) => [label.id, label]))
}

const which = bodyOf(LabelAssignment, ['labelId'])
const instead = which.extend({
  labelId: which.shape.labelId.meta({ example: exampleId('Label', 'another') }),
})
type Which = z.output<typeof which>

/** The labels on one owner, from the tenant's shared list of labels. */
export function labelsOf<const P extends string>(owner: Owner, param: P) {
  const own = collection(LabelAssignment, {
    noun: ['label', 'labels'],
    shows: assignmentView,
    filters: {},
    sort: ['id'],
    only: { targetType: typeOf(owner) },
  })
  const inPath = { id: exampleId('LabelAssignment', exampleSortOf(owner)) }
  const one = async (unit: Unit, params: Record<P | 'id', string>) => {
    const under = await underOwner(unit, owner, params[param])
    return unit.load(LabelAssignment, { ...under, id: params.id })
  }
  return {
    list: {
      ...beneath(owner, own.owned(tableOfOwner(owner), 'targetId', param)),
      summary: 'List the labels on one of them',
    },

    create: {
      summary: 'Put a label on one of them',
      body: which,
      shows: assignmentView,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'LABEL_OF_OTHERS'],
      handle: ({ unit, params, body: { labelId } }) =>
        addLabel(unit, typeOf(owner), params[param], labelId),
    } satisfies BehaviourOfRow<P, Which, undefined, LabelAssignment, AssignmentView>,

    update: {
      summary: 'Put another label in the place of one',
      inPath,
      body: instead,
      shows: assignmentView,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'LABEL_OF_OTHERS'],
      handle: async ({ unit, params, body: { labelId } }) => {
        const assignment = await one(unit, params)
        await refuseOther(unit, typeOf(owner), labelId)
        assignment.labelId = labelId
        return assignment
      },
    } satisfies BehaviourOfRow<P | 'id', Which, undefined, LabelAssignment, AssignmentView>,

    delete: {
      names: { entity: LabelAssignment },
      inPath,
      summary: 'Take a label off one of them',
      handle: async ({ unit, params }) => unit.remove(await one(unit, params)),
    } satisfies Behaviour<P | 'id', undefined, undefined, void>,
  }
}
