import { Contact } from '../../entities/contact.ts'
import { DebtorPayoutAccount } from '../../entities/debtor-payout-account.ts'
import { Debtor } from '../../entities/debtor.ts'
import { Invoice } from '../../entities/invoice.ts'
import { LabelAssignment } from '../../entities/label.ts'
import { DebtorSetting } from '../../entities/setting-choice.ts'
import { Note } from '../../entities/note.ts'
import { ToDo } from '../../entities/to-do.ts'
import { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { unverified } from '../clients/bank-accounts/bank-account-sent.ts'
import { withoutLaxer } from '../system/settings/loosened.ts'
import { unassignBlind } from '../system/unassign-blind.ts'
import { followers, type Follower } from './followers.ts'
import { moveBlocks } from './move-blocks.ts'
import { moveErrands } from './move-errands.ts'
import { movePeople } from './move-people.ts'

export interface Moved {
  source: Debtor
  target: Debtor
  /** Whether the other was there before, with choices of its own. */
  merges: boolean
  /** Those that are not booked. */
  invoices: readonly Invoice[]
}

/** What is written down about a debtor and its unbooked invoices goes where they go. */
export async function moveWhatHangsOn(unit: Unit, moved: Moved): Promise<void> {
  const { source, target, invoices } = moved
  const { clientId } = target
  const onThem = [source.id, ...invoices.map(({ id }) => id)]
  for (const invoice of invoices) {
    unit.update(Invoice, invoice, { clientId, debtorId: target.id })
  }
  for (const each of followers()) await follow(unit, each, moved, onThem)
  // What came to it before comes to the other from now on.
  const before = await unit.readEach(Debtor, 'moved_to_id = $2', [source.id])
  for (const debtor of before) unit.update(Debtor, debtor, { movedToId: target.id })
  await moveErrands(unit, moved, onThem)
  await moveBlocks(unit, source, target)
  await unit.flush()
}

type Row = Record<string, unknown>

async function follow(
  unit: Unit,
  { entity, key, columns }: Follower,
  moved: Moved,
  onThem: readonly string[],
): Promise<void> {
  const { source, target } = moved
  const rows = await unit.all(entity, { [key]: { $in: [...onThem] } })
  const going = await (apart.get(entity)?.(unit, moved, rows) ?? rows)
  for (const row of going) {
    if (columns.has('clientId')) row['clientId'] = target.clientId
    if (row['debtorId'] === source.id) row['debtorId'] = target.id
    if (row[key] === source.id) row[key] = target.id
  }
}

type Apart = (unit: Unit, moved: Moved, rows: Row[]) => Promise<Row[]>

/** What else has to be done about some of them; gives those that simply go along. */
const apart = new Map<unknown, Apart>([
  [Contact, withoutPreference as unknown as Apart],
  [DebtorPayoutAccount, toVerifyAnew as unknown as Apart],
  [LabelAssignment, withoutDoubles as unknown as Apart],
  [Note, unsaid as unknown as Apart],
  [DebtorSetting, copied as unknown as Apart],
  [ToDo, unassigned as unknown as Apart],
  [User, movePeople as unknown as Apart],
])

/** One contact of a debtor is tried first. */
async function withoutPreference(
  unit: Unit,
  { target }: Moved,
  contacts: Contact[],
): Promise<Contact[]> {
  const there = await unit.all(Contact, { debtorId: target.id, preferred: true })
  if (there.length > 0) for (const contact of contacts) contact.preferred = false
  return contacts
}

/** Where one debtor was to be paid, two people have seen; that the other is paid there, nobody has. */
async function toVerifyAnew(
  _: Unit,
  { merges }: Moved,
  accounts: DebtorPayoutAccount[],
): Promise<DebtorPayoutAccount[]> {
  for (const account of accounts) {
    if (merges && account.status === 'VERIFIED') Object.assign(account, unverified)
  }
  return accounts
}

/** The other debtor may have a label of the same name. */
async function withoutDoubles(
  unit: Unit,
  { source, target }: Moved,
  assigned: LabelAssignment[],
): Promise<LabelAssignment[]> {
  const there = await unit.all(LabelAssignment, { targetId: target.id })
  const labels = new Set(there.map(({ labelId }) => labelId))
  const isDouble = ({ targetId, labelId }: LabelAssignment) =>
    targetId === source.id && labels.has(labelId)
  for (const double of assigned.filter(isDouble)) unit.remove(double)
  return assigned.filter((each) => !isDouble(each))
}

/** What was said to one client, or to the debtor as that one's, is not said to another. */
async function unsaid(_: Unit, { source, target }: Moved, notes: Note[]): Promise<Note[]> {
  if (target.clientId !== source.clientId) for (const note of notes) note.visibility = 'INTERNAL'
  return notes
}

/**
 * What was chosen for the other is not changed, and nothing is exempted that was not before; what
 * is settled on this one stays as it was chosen.
 */
async function copied(
  unit: Unit,
  { target, merges }: Moved,
  settings: DebtorSetting[],
): Promise<DebtorSetting[]> {
  const { id: debtorId, clientId } = target
  const there = await unit.find(DebtorSetting, { debtorId })
  for (const { value: chosen } of settings) {
    const value = merges ? withoutLaxer(unit, chosen) : chosen
    if (there === null) unit.add(DebtorSetting, { debtorId, clientId, value })
    else there.value = { ...value, ...there.value }
  }
  return []
}

async function unassigned(unit: Unit, { target }: Moved, toDos: ToDo[]): Promise<ToDo[]> {
  await unassignBlind(unit, toDos, target.clientId)
  return toDos
}
