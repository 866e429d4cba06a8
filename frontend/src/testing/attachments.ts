import {
  type AttachmentView,
  createAttachment,
  deleteAttachment,
  listUploadedAttachments,
  type UploadedAttachment,
} from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { mock } from './mock.js';
import { installObjectUrls } from './pictures.js';
import { server } from './server.js';

export const attachment = (given: Partial<AttachmentView> = {}): AttachmentView => ({
  id: 'a-1',
  kind: 'file',
  path: `/objects/${given.id ?? 'a-1'}`,
  name: 'notes.pdf',
  size: 3_250_585,
  alt: '',
  ...given,
});

/** A picture of 1,600 by 1,200 pixels. */
export const picture = (given: Partial<AttachmentView> = {}): AttachmentView =>
  attachment({
    kind: 'picture',
    name: 'roof.jpg',
    width: 1_600,
    height: 1_200,
    ...given,
  });

/**
 * The files that no message has yet, as the server keeps them. The id of an upload is the name of its file and the number
 * of the attempt, such as `roof.png-1`. `install` answers its calls until the test ends.
 */
export class UploadedFiles {
  readonly uploads = new Map<string, UploadedAttachment>();
  /** The names of the files whose bytes were sent. */
  readonly sent: string[] = [];
  readonly deleted: string[] = [];
  /** Answers the bytes of a file; undefined accepts them. */
  onBytes: (name: string) => Response | undefined | Promise<Response | undefined> = () => undefined;
  /** Whether a file is ready as soon as its bytes have arrived. */
  isReadyAtOnce = true;
  private readonly created: string[] = [];

  install(): this {
    installObjectUrls();
    mock(createAttachment, ({ body }) => {
      const { name = '', size = 0 } = body ?? {};
      this.created.push(name);
      const attempts = this.created.filter((created) => created === name).length;
      const id = `${name}-${attempts}`;
      this.uploads.set(id, { id, name, size, isUploaded: false, attachment: null });
      const uploadURL = `http://localhost/uploads/${id}`;
      return { id, uploadURL, method: 'PUT', expiresAt: '2026-01-01T00:00:00.000Z' };
    });
    server.use(
      http.put('http://localhost/uploads/:id', async ({ params }) => {
        const id = String(params['id']);
        const { name = '' } = this.uploads.get(id) ?? {};
        this.sent.push(name);
        const refusal = await this.onBytes(name);
        if (refusal) return refusal;
        this.receive(id);
        return HttpResponse.json({ ok: true, objectPath: `/objects/${id}` });
      }),
    );
    mock(listUploadedAttachments, ({ query }) =>
      (query.ids ?? '').split(',').flatMap((id) => this.uploads.get(id) ?? []),
    );
    mock(deleteAttachment, ({ id }) => {
      this.deleted.push(id);
      this.uploads.delete(id);
      return { ok: true };
    });
    return this;
  }

  /** Puts a file there whose bytes have arrived. */
  put(view: AttachmentView): void {
    const { id, name, size } = view;
    this.uploads.set(id, { id, name, size, isUploaded: true, attachment: view });
  }

  /** Makes a file ready. @returns what `attachment:ready` says of it */
  develop(id: string): AttachmentView {
    const { name = '', size = 0 } = this.uploads.get(id) ?? {};
    const make = /\.(?:png|jpg)$/u.test(name) ? picture : attachment;
    const view = make({ id, name, size });
    this.put(view);
    return view;
  }

  private receive(id: string): void {
    const upload = this.uploads.get(id);
    if (!upload) return;
    this.uploads.set(id, { ...upload, isUploaded: true });
    if (this.isReadyAtOnce) this.develop(id);
  }
}
