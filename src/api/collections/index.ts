export default {
  name: 'collections',
  rooms: {},
}
