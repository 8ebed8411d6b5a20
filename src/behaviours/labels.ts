import { z } from 'zod'
import { targetTypes } from '../domain/system/target.ts'
import { refuse } from '../domain/refusal.ts'
import { Label, LabelAssignment } from '../entities/label.ts'
import type { Behaviour, BehaviourOfRow } from '../kernel/http/operation.ts'
import { collection } from '../kernel/read/collection.ts'
import { id, name, showVersioned, versionedView } from '../kernel/read/fields.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { targetOf, typeOf, underOwner, type Owner } from './owners.ts'

const colour = z.string().meta({ example: '#1f6feb' })

const AssignmentView = z
  .object({
    id: id('LabelAssignment'),
    labelId: id('Label'),
    name: name(),
    colour: colour.nullable(),
    targetType: z.enum(targetTypes),
    targetId: z.string().meta({ example: 'I01K9ZV3Q7M2T8W4X6Y0A1B2C3D' }),
    createdBy: z.string(),
    ...versionedView,
  })
  .meta({ id: 'LabelAssignment' })
type AssignmentView = z.output<typeof AssignmentView>

type LabelOn = { assignment: LabelAssignment; label: Pick<Label, 'name' | 'colour'> }

const show = ({ assignment, label }: LabelOn): AssignmentView => ({
  id: assignment.id,
  labelId: assignment.labelId,
  name: label.name,
  colour: label.colour ?? null,
  targetType: assignment.targetType,
  targetId: assignment.targetId,
  createdBy: assignment.createdBy,
  ...showVersioned(assignment),
})

/** The words of all labels of a page at once. */
async function worded(unit: Unit, shown: AssignmentView[]): Promise<AssignmentView[]> {
  const ids = [...new Set(shown.map(({ labelId }) => labelId))]
  if (ids.length === 0) return shown
  const known = new Map((await unit.all(Label, { id: ids })).map((label) => [label.id, label]))
  return shown.map((one) => {
    const label = known.get(one.labelId)
    return label === undefined ? one : { ...one, name: label.name, colour: label.colour ?? null }
  })
}

const which = z.strictObject({ labelId: id('Label') })
type Which = z.output<typeof which>

async function labelFor(unit: Unit, owner: Owner, labelId: string): Promise<Label> {
  const label = await unit.load(Label, { id: labelId }, '/labelId')
  if (label.scope !== null && label.scope !== typeOf(owner)) refuse('LABEL_OF_OTHERS')
  return label
}

/** The labels on one owner, from the register that all share. */
export function labelsOf<const P extends string>(owner: Owner, param: P) {
  const own = collection(LabelAssignment, {
    noun: ['label', 'labels'],
    view: AssignmentView,
    show: (assignment) => show({ assignment, label: { name: '', colour: null } }),
    complete: worded,
    filters: {},
    sort: ['id'],
    only: { targetType: typeOf(owner) },
  })
  const one = async (unit: Unit, params: Record<P | 'id', string>) => {
    const under = await underOwner(unit, owner, params[param])
    return unit.load(LabelAssignment, { ...under, id: params.id })
  }
  return {
    list: { ...own.owned(owner, 'targetId', param), summary: 'List the labels on one of them' },

    create: {
      summary: 'Put a label on one of them',
      body: which,
      returns: AssignmentView,
      shows: show,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'LABEL_OF_OTHERS'],
      handle: async ({ unit, params, body: { labelId } }) => {
        const target = await targetOf(unit, typeOf(owner), params[param])
        const label = await labelFor(unit, owner, labelId)
        const { targetType, targetId, clientId } = target
        const on = { targetType, targetId, clientId, labelId, createdBy: unit.principal.id }
        return { assignment: unit.add(LabelAssignment, on), label }
      },
    } satisfies BehaviourOfRow<P, Which, undefined, LabelOn, AssignmentView>,

    update: {
      summary: 'Put another label in the place of one',
      body: which,
      returns: AssignmentView,
      shows: show,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'LABEL_OF_OTHERS'],
      handle: async ({ unit, params, body: { labelId } }) => {
        const assignment = await one(unit, params)
        const label = await labelFor(unit, owner, labelId)
        assignment.labelId = labelId
        return { assignment, label }
      },
    } satisfies BehaviourOfRow<P | 'id', Which, undefined, LabelOn, AssignmentView>,

    delete: {
      summary: 'Take a label off one of them',
      handle: async ({ unit, params }) => unit.remove(await one(unit, params)),
    } satisfies Behaviour<P | 'id', undefined, undefined, void>,
  }
}
