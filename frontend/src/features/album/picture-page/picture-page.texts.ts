export const PICTURE_PAGE_TEXTS = {
  title: (title: string, name: string) => `${title}, by ${name}`,
  loading: 'Loading picture',
  failed: 'This picture could not be loaded.',
  private: 'private',
  onBoard: 'On the board',
  openAlbum: 'Open your album',
  processing: 'This picture is still being processed.',
  neighbours: {
    tag: (tag: string) => `Pictures with #${tag}`,
    board: (name: string) => `Pictures on ${name}`,
    owner: (name: string) => `Pictures by ${name}`,
  },
  previous: 'previous',
  next: 'next',
} as const;
