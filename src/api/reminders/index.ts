import charges from './charges.ts'

export default { name: 'reminders', rooms: { charges } }
