// A flow of two generated clients: a folder, an image, what became of it, and an error. Every line
// marked as expected fails to compile where a body or an answer has lost its type.
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";
import { client as generated } from "./client/client.gen.js";
import { createFolder, createImage, getImage } from "./client/sdk.gen.js";

const [url, key] = process.argv.slice(2) as [string, string];
const headers = { "x-api-key": key };

const client = createClient<paths>({ baseUrl: url, headers });
const folder = await client.POST("/v1/folders", { body: { name: "Acme" } });
if (folder.error) throw new Error(folder.error.error.code);
const level1: string = folder.data.folder.slug;
const made = await client.POST("/v1/images", { body: { level1, prompt: "calm sea", resolution: "1K" } });
if (made.error) throw new Error(made.error.error.code);
const image = await client.GET("/v1/images/{imageId}", {
  params: { path: { imageId: made.data.id }, query: { level1 } },
});
if (image.error) throw new Error(image.error.error.code);
const status: "processing" | "completed" | "failed" = image.data.status;

// @ts-expect-error a resolution of another name
client.POST.bind(client, "/v1/images", { body: { level1, prompt: "calm sea", resolution: "9K" } });
// @ts-expect-error a prompt that is no text
client.POST.bind(client, "/v1/images", { body: { level1, prompt: 7 } });

generated.setConfig({ baseUrl: url, headers });
const other = await createFolder({ body: { name: "Bolt" }, throwOnError: true });
const slug: string = other.data.folder.slug;
const work = await createImage({ body: { level1: slug, prompt: "calm sea", resolution: "1K" }, throwOnError: true });
const seen = await getImage({ path: { imageId: work.data.id }, query: { level1: slug }, throwOnError: true });
const refused = await createImage({ body: { level1: "nowhere", prompt: "x" } });

// @ts-expect-error a body without its prompt
createImage.bind(null, { body: { level1: slug } });

console.log(JSON.stringify({ level1, status, slug, second: seen.data.status, refused: refused.error?.error.code }));
