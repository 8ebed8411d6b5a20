import type { RefusalTable } from '../refusal.ts'

export const refusalsOfDebtors = {
  NUMBER_OF_SEVERAL: [
    409,
    'Several countries have given this number',
    'Put the country before it, as in `SE5566778899`.',
  ],
  DEBTOR_IDENTITY_DIFFERS: [
    409,
    'The debtor with this customer number has another identification number',
    'Give somebody else a customer number of their own, or correct the debtor at `PUT /debtors/{id}`.',
  ],
  DEBTOR_IDENTITY_LOOSENS: [
    409,
    'With this number the debtor would be exempt from what takes two people',
    'Give the debtor the number by `PUT /debtors/{id}`, which a second person confirms, and send it again.',
  ],
  DEBTOR_IS_FINANCED: [
    409,
    'Claims on the debtor are financed, so that who it is stays',
    'Wait until they are paid or taken back, or name the other debtor on new invoices.',
  ],
  DEBTOR_GROUP_CIRCLE: [
    409,
    'The group would stand under itself',
    'Name a group that does not stand below this one, or null.',
  ],
  DEBTOR_GROUP_HAS_GROUPS: [
    409,
    'Other groups stand under it',
    'Move them first: set their `parentId` at `PUT /system-debtor-groups/{id}`.',
  ],
  IN_ANOTHER_DEBTOR_GROUP: [
    409,
    'The system debtor is in another group',
    'Take it out of the group that `existingId` names first.',
  ],
  DEBTOR_BANKRUPT: [
    409,
    'The debtor is bankrupt',
    'Read its bankruptcy at `GET /system-debtors/{identificationNumber}`; one entered by mistake is revoked.',
  ],
  DEBTOR_NOT_BANKRUPT: [
    409,
    'The debtor is not bankrupt',
    'There is nothing to revoke; read its `status`.',
  ],
  DEBTOR_HAS_CLAIMS: [
    409,
    'Claims on the debtor are open, and stay with their client',
    'Wait until they are paid, credited or written off; what is not booked yet can be moved then.',
  ],
  DEBTOR_BUSY: [
    409,
    'Something about the debtor is under way',
    'Wait until its activations, decisions and payments are done, and try again.',
  ],
  DEBTOR_TOO_LARGE: [
    409,
    'More is unbooked on the debtor than is moved at once',
    'Activate or delete some of its invoices first; `detail` says how many there may be.',
  ],
  DEBTOR_MOVED: [
    409,
    'Another debtor has taken its place',
    'Name the debtor that `existingId` says.',
  ],
  GUARANTOR_IS_DEBTOR: [
    409,
    'Who guarantees for the debtor is the debtor itself',
    'Release the guarantor that `existingId` names at `PUT /invoices/{id}/guarantors/{guarantorId}` first.',
  ],
  NOT_SAME_DEBTOR: [
    409,
    'The two debtors are not the same',
    'Only debtors with the same identification number are merged; correct it first.',
  ],
} as const satisfies RefusalTable
