export default {
  name: 'automation',
  rooms: {},
}
