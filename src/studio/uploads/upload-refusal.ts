/** Refusal of an upload; the message names the reason and the remedy. */
export class UploadRefusal extends Error {
  override readonly name = 'UploadRefusal';
  readonly status: 400 | 404 | 409 | 413 | 503 | 507;

  constructor(status: UploadRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}
